export interface RecoveryView {
  readonly running: boolean;
  readonly open: number;
  readonly resolved: number;
}

/** Sales, or refunds, that were open at the start of the till, until the service has reported each outcome. */
export class Recovery {
  readonly #open = new Set<string>();
  readonly #untried = new Map<string, () => void>();
  readonly #resolved = new Set<string>();

  get view(): RecoveryView {
    return { running: this.#open.size > 0, open: this.#open.size, resolved: this.#resolved.size };
  }

  get resolvedIds(): readonly string[] {
    return [...this.#resolved];
  }

  /** Counts a sale or refund as open. Resolves after its first request has ended, or when the till closes. */
  take(id: string): Promise<void> {
    this.#open.add(id);
    return new Promise<void>((resolve) => this.#untried.set(id, resolve));
  }

  tried(id: string): void {
    this.#untried.get(id)?.();
    this.#untried.delete(id);
  }

  /** Counts a sale or refund as resolved by the service; returns true the first time. */
  resolved(id: string): boolean {
    this.tried(id);
    if (!this.#open.delete(id)) return false;
    this.#resolved.add(id);
    return true;
  }

  /** Resolves every pending `take`. */
  close(): void {
    for (const id of [...this.#untried.keys()]) this.tried(id);
  }
}
