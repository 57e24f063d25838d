/** Backups in a bucket of Amazon S3 or of a store that speaks its protocol (MinIO, Garage, R2, B2, Ceph). */
import { openAsBlob } from "node:fs";
import { open } from "node:fs/promises";
import { AwsClient } from "aws4fetch";
import type { S3Access, Target } from "./target.ts";

export function s3Target(bucket: string, prefix: string, access: S3Access): Target {
  const { endpoint, region, ...keys } = access;
  const client = new AwsClient({ ...keys, region, service: "s3", retries: 4 });
  const base = `${(endpoint ?? `https://s3.${region}.amazonaws.com`).replace(/\/$/, "")}/${bucket}`;
  const folder = prefix === "" ? "" : `${prefix.replace(/\/$/, "")}/`;
  const addressOf = (key: string): string => `${base}/${(folder + key).split("/").map(encodeURIComponent).join("/")}`;

  const send = async (method: string, address: string, body: Blob | string | null = null): Promise<Response> => {
    // The body is a file that may be large: it is read while it is sent, so its hash is not known beforehand.
    const headers = { "x-amz-content-sha256": "UNSIGNED-PAYLOAD" };
    return client.fetch(address, { method, headers, body });
  };
  return {
    name: `s3://${bucket}/${folder}`,
    async put(key, file) {
      await expectOk(`Storing ${key}`, await send("PUT", addressOf(key), await openAsBlob(file)));
    },
    async get(key, file) {
      const { body } = await expectOk(`Reading ${key}`, await send("GET", addressOf(key)));
      const handle = await open(file, "wx", 0o600);
      try {
        for await (const chunk of body ?? []) await handle.write(chunk);
      } finally {
        await handle.close();
      }
    },
    async putText(key, text) {
      await expectOk(`Storing ${key}`, await send("PUT", addressOf(key), text));
    },
    async getText(key) {
      return (await expectOk(`Reading ${key}`, await send("GET", addressOf(key)))).text();
    },
    async has(key) {
      const response = await send("HEAD", addressOf(key));
      if (response.status !== 404) await expectOk(`Looking for ${key}`, response);
      return response.ok;
    },
    async list(wanted) {
      const keys: string[] = [];
      let after: string | undefined;
      do {
        const query = new URLSearchParams({
          "list-type": "2",
          prefix: folder + wanted,
          ...(after && { "continuation-token": after }),
        });
        const text = await (await expectOk("Listing", await send("GET", `${base}?${query.toString()}`))).text();
        for (const [, key] of text.matchAll(/<Key>([^<]*)<\/Key>/g))
          keys.push(unescaped(key as string).slice(folder.length));
        after = /<NextContinuationToken>([^<]*)</.exec(text)?.[1];
      } while (after !== undefined);
      return keys.sort();
    },
    async remove(key) {
      await expectOk(`Removing ${key}`, await send("DELETE", addressOf(key)));
    },
  };
}

async function expectOk(what: string, response: Response): Promise<Response> {
  if (response.ok) return response;
  const said = /<Message>([^<]{0,300})/.exec(await response.text())?.[1];
  throw new Error(`${what} was refused by the store with ${response.status}${said === undefined ? "" : `: ${said}`}`);
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] as string);
}
