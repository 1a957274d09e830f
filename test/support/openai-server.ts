/** A scripted server that speaks OpenAI's chat completions. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { closeAfterTest } from "./after-test.js";

/** A reply: text, a call of a tool, a whole message, or a function that writes the response. */
export type Scripted =
  string | { tool: string; arguments: unknown } | { message: unknown } | ((response: ServerResponse) => void);

interface Message {
  role: string;
  content: string | null;
  tool_calls?: unknown[];
}

export interface OpenAIServer {
  baseUrl: string;
  requests: {
    headers: IncomingHttpHeaders;
    body: { messages: Message[]; tools: { function: Record<string, unknown> }[]; temperature?: number };
  }[];
}

export async function openAIServer(replies: Scripted[]): Promise<OpenAIServer> {
  const requests: OpenAIServer["requests"] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = JSON.parse(
        Buffer.concat(chunks).toString("utf8") || "{}",
      ) as OpenAIServer["requests"][number]["body"];
      requests.push({ headers: request.headers, body });
      const isKnown = /^\/v1\/(chat\/completions|conversations)/.test(request.url ?? "");
      const reply = isKnown ? replies.shift() : undefined;
      if (reply === undefined) return void response.writeHead(404).end('{"error":"no reply is left"}');
      if (typeof reply === "function") return void reply(response);
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify({ choices: [{ message: message(reply, requests.length) }] }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closeAfterTest({
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, requests };
}

function message(reply: Exclude<Scripted, (response: ServerResponse) => void>, count: number): unknown {
  if (typeof reply === "string") return { role: "assistant", content: reply };
  if ("message" in reply) return reply.message;
  const { tool: name, arguments: given } = reply;
  const text = typeof given === "string" ? given : JSON.stringify(given);
  const call = { id: `call_${count}`, type: "function", function: { name, arguments: text } };
  return { role: "assistant", content: null, tool_calls: [call] };
}
