/** picomatch comes without types. */
declare module "picomatch" {
  export default function picomatch(
    patterns: readonly string[],
    options: { dot: boolean; bash?: boolean; nonegate?: boolean },
  ): (text: string) => boolean;
}
