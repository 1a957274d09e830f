import * as assistant from "../../provider/assistant/schema.js";
import * as campaignState from "../../provider/campaign-state/schema.js";
import type { ComputedTable, FieldTable } from "../../provider/core/fields.js";
import * as lead from "../../provider/lead/schema.js";
import * as midCallTool from "../../provider/mid-call-tool/schema.js";

/** A resource's table, and the name of what is made from it. */
export interface ResourceTable {
  readonly kind: string;
  /** Of the generated file, of the class's file and of the README's markers. */
  readonly file: string;
  readonly fields: FieldTable;
  readonly computed: ComputedTable;
}

/** The one list of what is generated from. */
export const tables: readonly ResourceTable[] = [
  { kind: "MidCallTool", file: "mid-call-tool", ...midCallTool },
  { kind: "Assistant", file: "assistant", ...assistant },
  { kind: "Lead", file: "lead", ...lead },
  { kind: "CampaignState", file: "campaign-state", ...campaignState },
];
