/** Bars of one row of numbers, with the same as a table for readers. */
export interface Bar {
  readonly key: string;
  readonly label: string;
  readonly value: number;
  readonly text: string;
}

export interface ChartProps {
  readonly label: string;
  readonly heads: readonly [string, string];
  readonly bars: readonly Bar[];
}

const height = 72;
const width = 12;

export function Chart({ label, heads, bars }: ChartProps) {
  const largest = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <figure className="chart">
      <svg viewBox={`0 0 ${bars.length * width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {bars.map(({ key, label: name, value, text }, at) => {
          const tall = value === 0 ? 1 : Math.max(2, (value / largest) * (height - 4));
          return (
            <rect
              key={key}
              className={value === 0 ? "none" : ""}
              x={at * width + 1}
              y={height - tall}
              width={width - 2}
              height={tall}
            >
              <title>{`${name}: ${text}`}</title>
            </rect>
          );
        })}
      </svg>
      <p className="soft ends" aria-hidden="true">
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </p>
      <table className="unseen">
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{heads[0]}</th>
            <th scope="col">{heads[1]}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ key, label: name, text }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
