/** The results as a page: one table per group. */
import { type Figure, isMet, numberText, targetText } from "./figure.ts";

export interface Report {
  /** ISO date of the run. */
  readonly date: string;
  /** Processor, cores, memory, Node, mode: what a reader needs to compare. */
  readonly machine: readonly string[];
  readonly figures: readonly Figure[];
}

const head = "| figure | measured | target | | notes |\n|---|---|---|---|---|";

/** Markdown, with a table per group in the order in which groups first appear. */
export function renderReport({ date, machine, figures }: Report): string {
  const groups = [...new Set(figures.map((figure) => figure.group))];
  const tables = groups.map((group) => {
    const rows = figures.filter((figure) => figure.group === group).map(renderRow);
    return `## ${group}\n\n${head}\n${rows.join("\n")}\n`;
  });
  return `# Benchmark results\n\n${intro}\n\n${date} · ${machine.join(" · ")}\n\n${summary(figures)}\n\n${tables.join("\n")}`;
}

const intro = `Written by \`npm run bench\`. CPU is user + system time of all threads of the server process. \`× bare\` is that CPU per
request divided by that of a plain \`node:http\` server, which answers the same requests with a constant JSON of the same
size; the two are loaded in turn, in the same run, first until V8 has compiled what it will, and medians are compared.`;

function summary(figures: readonly Figure[]): string {
  const verdicts = figures.map(isMet).filter((verdict) => verdict !== null);
  return `${verdicts.filter(Boolean).length} of ${verdicts.length} targets met.`;
}

function renderRow(figure: Figure): string {
  const cells = [
    figure.what,
    `${numberText(figure.value)} ${figure.unit}`,
    targetText(figure),
    mark(figure),
    figure.note,
  ];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

function mark(figure: Figure): string {
  const verdict = isMet(figure);
  if (verdict === null) return "";
  return verdict ? "✓" : "✗";
}
