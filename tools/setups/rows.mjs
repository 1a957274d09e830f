/**
 * The setups of users, as differences from the defaults at the end. `npm run soak -- matrix` has all pairs of Node and SDK. `fails` names a problem that
 * docs/troubleshooting.md explains.
 */
export const ROWS = [
  {},
  { node: "20.19.0" },
  { node: "26" },
  { node: "20.19.0", sdk: "oldest" },
  { node: "26", sdk: "newest" },
  { program: "ES modules" },
  { program: "TypeScript" },
  { node: "20.19.0", program: "TypeScript" },
  { program: "tsx" },
  { program: "type stripping" },
  { node: "26", program: "type stripping", sdk: "newest" },
  { node: "20.19.0", manager: "npm, engine-strict" },
  { manager: "npm workspaces", program: "TypeScript" },
  { manager: "pnpm", program: "TypeScript" },
  { manager: "pnpm monorepo", program: "TypeScript" },
  { node: "20.19.0", manager: "Yarn 1", program: "TypeScript" },
  { manager: "Yarn 4, node-modules", program: "TypeScript" },
  { manager: "bun", program: "TypeScript" },
  { node: "20.19.0", manager: "npm, engine-strict", sdk: "newest", fails: "Node 20" },
  { node: "20.19.0", sdk: "newest" },
  { program: "TypeScript 7", fails: "TypeScript 7" },
  { manager: "Yarn 4, PnP", fails: "Yarn PnP" },
].map((row) => ({ node: "24.21.0", manager: "npm", program: "CommonJS", sdk: "pinned", ...row }));
