/**
 * Which pages and hosts are the service's own. All names of the loopback interface are one; without a public URL and with a wildcard
 * as address to listen on, so is the address by which a page was asked for: nobody knows the names of a container inside of it.
 */

/** What is looked at of a request. */
interface Heads {
  header(name: string): string | undefined;
}

export interface Origins {
  /** Where links lead. */
  readonly publicUrl: string;
  /** Whether `Origin` names a page of the service. */
  isOwnPage(request: Heads): boolean;
  /** Whether `Host` names the service: a page that was led here under a name of its own says that (DNS rebinding). */
  isOwnHost(host: string): boolean;
}

/** The names of the loopback interface, as URLs have them. */
export const loopbackNames: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** `isWildcard`: it listens everywhere, and no public URL is configured. */
export function createOrigins(publicUrl: string, isWildcard: boolean): Origins {
  const own = new URL(publicUrl);

  /** The public origin, or another name of this computer on its port. */
  const isOwn = (url: URL): boolean => {
    if (url.origin === own.origin) return true;
    const isLocal = loopbackNames.has(url.hostname) && loopbackNames.has(own.hostname);
    return isLocal && url.protocol === own.protocol && url.port === own.port;
  };

  return {
    publicUrl,
    isOwnPage(request) {
      const origin = parse(request.header("origin") ?? "");
      if (origin === null) return false;
      return isOwn(origin) || (isWildcard && origin.protocol === "http:" && origin.host === hostOf(request));
    },
    isOwnHost(host) {
      const asked = parse(`http://${host}`);
      if (asked === null) return false;
      if (asked.hostname === own.hostname || loopbackNames.has(asked.hostname)) return true;
      return isWildcard && isAddress(asked.hostname);
    },
  };
}

function hostOf(request: Heads): string | undefined {
  return parse(`http://${request.header("host") ?? ""}`)?.host;
}

function parse(url: string): URL | null {
  return URL.canParse(url) ? new URL(url) : null;
}

/** An address cannot be led elsewhere, as a name can. The URL parser has brought it into its usual form. */
function isAddress(name: string): boolean {
  return name.startsWith("[") || /^\d+\.\d+\.\d+\.\d+$/.test(name);
}
