/** picomatch comes without types. */
declare module "picomatch" {
  export default function picomatch(
    patterns: readonly string[],
    options: { dot: boolean },
  ): (text: string) => boolean;
}
