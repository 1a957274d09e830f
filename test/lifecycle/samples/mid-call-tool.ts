import { canaries } from "../../support/canaries.js";
import { tool } from "../../support/world.js";
import { number, type Kind } from "./sample.js";

export const midCallTool: Kind = {
  base: tool,
  rows: (emulator) => emulator.state.tools,
  samples: {
    name: {
      first: "get_weather",
      second: "get_forecast",
      body: { name: "get_forecast" },
      byHand: { name: "by_hand" },
      required: true,
    },
    description: {
      first: "Looks up the weather.",
      second: "Looks up the forecast,\r\nfor three days. ",
      body: { description: "Looks up the forecast,\r\nfor three days. " },
      byHand: { description: "By hand." },
      required: true,
    },
    endpoint: {
      first: "https://tools.example.com/a?b=c",
      second: "https://tools.example.com/b",
      body: { endpoint: "https://tools.example.com/b" },
      byHand: { endpoint: "https://tools.example.com/by-hand" },
      required: true,
    },
    method: {
      first: "GET",
      second: "POST",
      body: { method: "POST" },
      byHand: { method: "PUT" },
      required: true,
    },
    timeout: number("timeout", "timeout", 5, 30, 12),
    headers: {
      first: [
        { name: "X-B", value: canaries.header },
        { name: "X-A", value: "secret-a" },
      ],
      second: [{ name: "X-A", value: "secret-c" }],
      body: { headers: [{ name: "X-A", value: "[masked]" }] },
      byHand: { headers: [{ name: "X-A", value: "by-hand" }] },
      emptied: { headers: [] },
    },
    schema: {
      first: [
        { name: "town", type: "string", description: "Which town." },
        { name: "days", type: "number", description: "How many days." },
      ],
      second: [{ name: "town", type: "string", description: "Which town or village." }],
      body: { schema: [{ name: "town", type: "string", description: "Which town or village." }] },
      byHand: { schema: [{ name: "by_hand", type: "boolean", description: "By hand." }] },
      emptied: { schema: [] },
    },
  },
};
