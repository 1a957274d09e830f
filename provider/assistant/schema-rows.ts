import { rows } from "../core/fields/rows.js";

export const { setting, content } = rows("4.2");
