import type { SaleFollower } from './sale-follower.ts';

/** What recovery does or found, for the snapshot. */
export interface RecoveryView {
  readonly running: boolean;
  readonly open: number;
  readonly resolved: number;
}

/** Keeps count of what was open when the till started, until the service has told about each. */
export class Recovery {
  readonly #open = new Set<string>();
  readonly #untried = new Map<string, () => void>();
  readonly #resolved = new Set<string>();

  get view(): RecoveryView {
    return { running: this.#open.size > 0, open: this.#open.size, resolved: this.#resolved.size };
  }

  /** The sales about which the service has told. */
  get resolvedIds(): readonly string[] {
    return [...this.#resolved];
  }

  /** Resolves when the first request about it has been answered or has failed. */
  take(follower: SaleFollower): Promise<void> {
    const { saleId } = follower;
    this.#open.add(saleId);
    const tried = new Promise<void>((resolve) => this.#untried.set(saleId, resolve));
    follower.readNow();
    return tried;
  }

  /** A request about it has come back, with whatever outcome. */
  tried(saleId: string): void {
    this.#untried.get(saleId)?.();
    this.#untried.delete(saleId);
  }

  /** What became of it is known; true when this was news. */
  resolved(saleId: string): boolean {
    this.tried(saleId);
    if (!this.#open.delete(saleId)) return false;
    this.#resolved.add(saleId);
    return true;
  }

  /** Nobody is waited for any more. */
  close(): void {
    for (const saleId of [...this.#untried.keys()]) this.tried(saleId);
  }
}
