/** picomatch comes without types. */
declare module "picomatch" {
  export default function picomatch(
    patterns: readonly string[],
    options: { ignore: readonly string[]; dot: boolean },
  ): (text: string) => boolean;
}
