/** The titles of the operations, in the order in which they run. */
export const OPERATIONS = {
  create: "create all",
  preview: "preview, unchanged",
  refresh: "refresh, unchanged",
  refreshDrifted: "refresh, one drifted",
  drift: "`voicecall drift`, one drifted",
  changeOne: "change one",
  destroy: "destroy",
};

export const SUBJECTS = { floor: "do-nothing provider", ours: "pulumi-voicecall", terraform: "Terraform" };

/** The assistant that gets a manual change, and the assistant that is changed in the program. */
export const DRIFTED = "Practice 1";
export const CHANGED = "Practice 0";
