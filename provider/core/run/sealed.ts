/** Encrypts values in a file with the access token: whoever has it can read the values' account anyway. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { z } from "zod";

const CIPHER = "aes-256-gcm";

const keyOf = (token: string, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync("sha256", token, salt, "pulumi-voicecall overwritten", 32));

export const sealedSchema = z.object({ salt: z.base64(), iv: z.base64(), tag: z.base64(), text: z.base64() });

export type Sealed = z.output<typeof sealedSchema>;

export function sealed(value: unknown, token: string): Sealed {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv(CIPHER, keyOf(token, salt), iv);
  const text = Buffer.concat([cipher.update(JSON.stringify(value), "utf8"), cipher.final()]);
  const [one, two, three, four] = [salt, iv, cipher.getAuthTag(), text].map((part) =>
    part.toString("base64"),
  );
  return { salt: one!, iv: two!, tag: three!, text: four! };
}

/** @throws Error if the token is not the one that has sealed the value */
export function unsealed(parts: Sealed, token: string): unknown {
  const [salt, iv, tag, text] = [parts.salt, parts.iv, parts.tag, parts.text].map((part) =>
    Buffer.from(part, "base64"),
  );
  const decipher = createDecipheriv(CIPHER, keyOf(token, salt!), iv!);
  decipher.setAuthTag(tag!);
  return JSON.parse(Buffer.concat([decipher.update(text!), decipher.final()]).toString("utf8"));
}
