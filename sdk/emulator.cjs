// The export `pulumi-voicecall/emulator`, which is now the package pulumi-voicecall-emulator.
try {
  module.exports = require("pulumi-voicecall-emulator");
} catch (error) {
  if (error.code !== "MODULE_NOT_FOUND" || !error.message.includes("pulumi-voicecall-emulator")) throw error;
  throw new Error(
    "pulumi-voicecall/emulator needs the package pulumi-voicecall-emulator. Install it: npm install --save-dev pulumi-voicecall-emulator",
    { cause: error },
  );
}
