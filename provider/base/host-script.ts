/** Whether a process with this script is Pulumi's host for dynamic providers. */
export const isHostScript = (script = ""): boolean => /[\\/]cmd[\\/]dynamic-provider([\\/]|$)/.test(script);
