// The results of single commands, and figures computed from them.

/** The middle value, or the mean of the two middle values. */
export function median(numbers) {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1] + sorted[Math.floor(middle)]) / 2;
}

/**
 * The exponent of growth: the slope of the straight line that best fits log y over log x. Undefined with fewer than
 * two points.
 */
export function exponent(points) {
  if (points.length < 2) return undefined;
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)]);
  const mean = (place) => logs.reduce((sum, point) => sum + point[place], 0) / logs.length;
  const [meanX, meanY] = [mean(0), mean(1)];
  const covariance = logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  const variance = logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  return covariance / variance;
}

/** The peak memory of the process that runs a provider, in bytes. */
export function hostPeak(processes) {
  const peaks = processes.filter(({ command }) => isHost(command)).map(({ peakBytes }) => peakBytes);
  return peaks.length === 0 ? undefined : Math.max(...peaks);
}

/** CPU seconds by part of a command. Processes that started and ended between two samples are missing. */
export function cpuByPart(processes) {
  const parts = {};
  for (const { command, cpuSeconds } of processes) {
    const part = partOf(command);
    parts[part] = (parts[part] ?? 0) + cpuSeconds;
  }
  return parts;
}

const isHost = (command) =>
  command.some((word) => /[\\/]cmd[\\/]dynamic-provider[\\/]index\.js$/.test(word)) ||
  /[\\/]terraform-provider-restapi[^\\/]*$/.test(command[0] ?? "");

function partOf(command) {
  if (isHost(command)) return "provider";
  if (command.some((word) => /[\\/]cmd[\\/]run[\\/]index\.js$/.test(word))) return "program";
  if (/(^|[\\/])(pulumi|terraform)$/.test(command[0] ?? "")) return "engine";
  return "other";
}

/**
 * The figures of one command: medians over all rounds, but `routes` and `parts` of the first round. Undefined
 * if a round failed or none was measured.
 */
export function figuresOf(records, { condition, size, subject, operation }) {
  const rounds = records.filter(
    (record) =>
      record.condition === condition &&
      record.size === size &&
      record.subject === subject &&
      record.operation === operation,
  );
  if (rounds.length === 0 || rounds.some(({ error }) => error !== undefined)) return undefined;
  const middle = (name) => {
    const values = rounds.map((round) => round[name]).filter((value) => value !== undefined);
    return values.length === 0 ? undefined : median(values);
  };
  return {
    wallSeconds: middle("wallSeconds"),
    cpuSeconds: middle("cpuSeconds"),
    hostPeakBytes: middle("hostPeakBytes"),
    stateBytes: middle("stateBytes"),
    requests: middle("requests"),
    refused: middle("refused"),
    routes: rounds[0].routes,
    parts: rounds[0].parts,
    runs: middle("runs"),
    rounds: rounds.length,
  };
}
