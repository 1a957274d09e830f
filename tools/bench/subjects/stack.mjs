import { pulumiStack } from "./pulumi-stack.mjs";
import { terraformStack } from "./terraform-stack.mjs";

/** A stack of this subject in this folder, whose provider calls this service. */
export const stackOf = ({ engine, terraform }, { subject, ...place }) =>
  subject === "terraform" ? terraformStack(terraform, place) : pulumiStack(engine, { subject, ...place });
