import type { ReactNode } from 'react';

interface Props {
  readonly name: string;
  readonly className: string | undefined;
  readonly children: ReactNode;
  /** Uses the height of a dialog instead of a few lines. */
  readonly tall?: boolean;
}

/** A scrolling area without buttons, reachable by keyboard (WCAG 2.1.1). */
export function ScrolledRegion({ name, className, tall, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and so has to take the focus
    <section className={className} aria-label={name} data-tall={tall} tabIndex={0}>
      {children}
    </section>
  );
}

interface TableProps {
  readonly className: string | undefined;
  /** The first head is for the names of the rows. */
  readonly heads: readonly string[];
  readonly rows: readonly { readonly key: string; readonly name: string; readonly cells: readonly ReactNode[] }[];
}

export function NamedRows({ className, heads, rows }: TableProps) {
  return (
    <table className={className}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, cells }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {cells.map((cell, index) => (
              <td key={heads[index + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
