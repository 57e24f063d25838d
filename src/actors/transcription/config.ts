/** Reads the three settings of the transcription. Refusals name the variable, what was expected and what was given. */

/** The values of DAYSHIFT_TRANSCRIBE_MODEL, _BASE_URL and _API_KEY; null where not set. */
export interface TranscribeConfig {
  readonly model: string | null;
  readonly baseUrl: string | null;
  readonly apiKey: string | null;
}

export interface TranscribeSettings {
  readonly model: string;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly apiKey: string | null;
}

/** Where a server of OpenAI's is asked when there is a key and no address. */
const openAi = "https://api.openai.com/v1";

/** The settings, checked; null when nothing is configured. Throws an Error that an operator can act on; it never repeats a key. */
export function readTranscribeConfig({ model, baseUrl, apiKey }: TranscribeConfig): TranscribeSettings | null {
  if (model === null && baseUrl === null && apiKey === null) return null;
  if (model === null) {
    throw new Error(
      "DAYSHIFT_TRANSCRIBE_MODEL: expected the name of a model, such as whisper-1, because DAYSHIFT_TRANSCRIBE_BASE_URL or DAYSHIFT_TRANSCRIBE_API_KEY is set; got nothing.",
    );
  }
  if (baseUrl === null && apiKey === null) {
    throw new Error(
      "DAYSHIFT_TRANSCRIBE_BASE_URL: expected the address of the server, such as http://127.0.0.1:8080/v1, because DAYSHIFT_TRANSCRIBE_MODEL is set; got nothing. With DAYSHIFT_TRANSCRIBE_API_KEY alone, OpenAI is asked.",
    );
  }
  return { model, baseUrl: readBaseUrl(baseUrl ?? openAi), apiKey: readApiKey(apiKey) };
}

function readBaseUrl(value: string): string {
  const url = URL.parse(value);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new Error(
      `DAYSHIFT_TRANSCRIBE_BASE_URL: expected an http or https address, got ${JSON.stringify(value.replace(/[^/]*@/, "…@"))}.`,
    );
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new Error(
      "DAYSHIFT_TRANSCRIBE_BASE_URL: expected an address without user name, password, query or fragment, got one with them; put the key into DAYSHIFT_TRANSCRIBE_API_KEY.",
    );
  }
  return value.replace(/\/+$/, "");
}

function readApiKey(value: string | null): string | null {
  if (value === null || /^[\x21-\x7e]+$/.test(value)) return value;
  throw new Error(
    `DAYSHIFT_TRANSCRIBE_API_KEY: expected printable characters without spaces, got ${value.length} characters with others among them.`,
  );
}
