import type { ReactNode } from 'react';
import './sale-layout.css';

interface Props {
  readonly amount: ReactNode;
  readonly state: ReactNode;
  readonly body: ReactNode;
  readonly pad: ReactNode;
  readonly second: ReactNode;
  readonly main: ReactNode;
}

/** The places of every sale screen: amount, state and action never move from one to the next (look: Principles, 3). */
export function SaleLayout({ amount, state, body, pad, second, main }: Props) {
  return (
    <main className="sale">
      <section className="sale__left">
        <div className="sale__amount" data-place="amount">
          {amount}
        </div>
        <div className="sale__state" data-place="state">
          {state}
        </div>
        <div className="sale__body" data-place="body">
          {body}
        </div>
      </section>
      <section className="sale__right">
        <div className="sale__pad" data-place="pad">
          {pad}
        </div>
        <div className="sale__second" data-place="second">
          {second}
        </div>
        <div className="sale__main" data-place="action">
          {main}
        </div>
      </section>
    </main>
  );
}
