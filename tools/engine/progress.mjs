const EVERY_MS = 15_000;

/** Says something now and then while a step of minutes runs; returns the function that ends it. */
export function tell(say, sentence) {
  const started = Date.now();
  const timer = setInterval(() => say(`${sentence()}, ${clock(Date.now() - started)}`), EVERY_MS);
  return () => clearInterval(timer);
}

export function clock(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
