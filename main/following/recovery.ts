export interface RecoveryView {
  readonly running: boolean;
  readonly open: number;
  readonly resolved: number;
}

/** Counts the sales, or the refunds, that were open when the till started, until the service has told about each. */
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

  /** Counts one as open. Resolves when the first request about it has come back, or when the till closes. */
  take(id: string): Promise<void> {
    this.#open.add(id);
    return new Promise<void>((resolve) => this.#untried.set(id, resolve));
  }

  tried(id: string): void {
    this.#untried.get(id)?.();
    this.#untried.delete(id);
  }

  /** The service has told about it; true when this was news. */
  resolved(id: string): boolean {
    this.tried(id);
    if (!this.#open.delete(id)) return false;
    this.#resolved.add(id);
    return true;
  }

  /** Nobody is waited for any more. */
  close(): void {
    for (const id of [...this.#untried.keys()]) this.tried(id);
  }
}
