// Declare resources here, such as new Assistant("support", { … }) of the package "pulumi-voicecall".
export {};
