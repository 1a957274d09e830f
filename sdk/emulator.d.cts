export * from "pulumi-voicecall-emulator";
