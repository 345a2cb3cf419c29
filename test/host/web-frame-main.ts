import { basename } from 'node:path';
import { toApp } from './app-address.ts';
import type { Protocol as Cdp, Session } from './cdp.ts';
import { reportUnlessGone } from './cdp.ts';
import { deliver, worldName } from './preload.ts';
import { privileged } from './protocol.ts';
import { encodeClone } from './structured-clone.ts';

/**
 * `WebFrameMain`: one document in one frame. After a navigation the frame has a new object, and the old object is gone.
 */
export class HostFrame {
  readonly #tree: FrameTree;
  readonly #parentId: string | undefined;
  #url: string;
  #gone = false;

  constructor(tree: FrameTree, facts: FrameFacts) {
    this.#tree = tree;
    this.#parentId = facts.parentId;
    this.#url = toApp(facts.url, privileged);
  }

  get url(): string {
    this.#assertThere();
    return this.#url;
  }

  get detached(): boolean {
    return this.#gone;
  }

  get parent(): HostFrame | null {
    this.#assertThere();
    return this.#parentId === undefined ? null : (this.#tree.frame(this.#parentId) ?? null);
  }

  /**
   * A message is lost, with an error on the console, if its data cannot be cloned or its document is gone: Electron
   * catches both. A message before the preload runs is lost, too.
   */
  send(channel: string, ...args: unknown[]): void {
    if (typeof channel !== 'string') throw new TypeError('Missing required channel argument');
    try {
      this.#deliver(channel, args);
    } catch (fault) {
      tellUnsent(fault);
    }
  }

  /** Same-document navigation: the document stays, its address changes. */
  moveTo(url: string): void {
    this.#url = toApp(url, privileged);
  }

  leave(): void {
    this.#gone = true;
  }

  #deliver(channel: string, args: readonly unknown[]): void {
    let body: string;
    try {
      body = encodeClone(args);
    } catch (cause) {
      throw new Error('Failed to serialize arguments', { cause });
    }
    this.#assertThere();
    const context = this.#tree.preloadContext(this);
    if (context !== undefined) this.#tree.deliver(context, ['event', channel, body]);
  }

  #assertThere(): void {
    if (this.#gone) throw new Error(disposed);
  }
}

export const disposed = 'Render frame was disposed before WebFrameMain could be accessed';

export function tellUnsent(fault: unknown): void {
  console.error('Error sending from webFrameMain: ', fault);
}

/** The frames of a page and the JavaScript worlds of their documents, kept in sync with Chromium. */
export class FrameTree {
  readonly #frames = new Map<string, HostFrame>();
  readonly #worlds = new Map<number, { readonly frame: HostFrame; readonly kind: 'page' | 'preload' }>();
  readonly #session: Session;
  readonly #mainId: string;

  constructor(session: Session, mainId: string) {
    this.#session = session;
    this.#mainId = mainId;
    this.#put({ id: mainId, parentId: undefined, url: 'about:blank' });
    session.on('Page.frameAttached', (event) => {
      this.#put({ id: event.frameId, parentId: event.parentFrameId, url: '' });
    });
    session.on('Page.frameNavigated', ({ frame }) => {
      this.#put({
        id: frame.id,
        parentId: frame.parentId,
        url: frame.url + (frame.urlFragment ?? ''),
      });
    });
    session.on('Page.navigatedWithinDocument', (event) => this.#frames.get(event.frameId)?.moveTo(event.url));
    session.on('Page.frameDetached', (event) => this.#drop(event.frameId));
    session.on('Runtime.executionContextCreated', ({ context }) => this.#enter(context));
    session.on('Runtime.executionContextDestroyed', (event) => this.#worlds.delete(event.executionContextId));
    session.on('Runtime.executionContextsCleared', () => this.#worlds.clear());
  }

  get main(): HostFrame | undefined {
    return this.#frames.get(this.#mainId);
  }

  frame(id: string): HostFrame | undefined {
    return this.#frames.get(id);
  }

  /** Returns the frame whose script runs in this execution context. */
  ofContext(contextId: number): HostFrame | undefined {
    return this.#worlds.get(contextId)?.frame;
  }

  preloadContext(frame: HostFrame): number | undefined {
    return this.#context(frame, 'preload');
  }

  deliver(contextId: number, message: readonly unknown[]): void {
    const expression = `${deliver}(${JSON.stringify(JSON.stringify(message))})`;
    this.#session.send('Runtime.evaluate', { expression, contextId, silent: false }).catch(reportUnlessGone);
  }

  /**
   * Sends the paths of files about to be dropped to the preload; in Electron, Chromium's File objects have the paths.
   */
  tellDropped(paths: readonly string[]): void {
    const context = this.main && this.preloadContext(this.main);
    if (context === undefined) return;
    for (const path of paths) this.deliver(context, ['dropped', basename(path), path]);
  }

  async evaluate(frame: HostFrame, code: string): Promise<unknown> {
    const contextId = this.#context(frame, 'page');
    const target = contextId === undefined ? {} : { contextId };
    const answer = await this.#session.send('Runtime.evaluate', {
      expression: code,
      awaitPromise: true,
      returnByValue: true,
      ...target,
    });
    if (answer.exceptionDetails === undefined) return answer.result.value;
    const description = answer.exceptionDetails.exception?.description ?? answer.exceptionDetails.text;
    throw new Error(description.split('\n')[0]?.replace(/^Error: /, '') ?? description);
  }

  /** Removes every frame when the page is gone. */
  clear(): void {
    for (const id of [...this.#frames.keys()]) this.#drop(id);
    this.#worlds.clear();
  }

  #context(frame: HostFrame, kind: 'page' | 'preload'): number | undefined {
    for (const [id, world] of this.#worlds) if (world.frame === frame && world.kind === kind) return id;
    return undefined;
  }

  #put(facts: FrameFacts): void {
    this.#drop(facts.id);
    this.#frames.set(facts.id, new HostFrame(this, facts));
  }

  #drop(id: string): void {
    this.#frames.get(id)?.leave();
    this.#frames.delete(id);
  }

  #enter(context: Cdp.Runtime.ExecutionContextDescription): void {
    const aux = context.auxData as { frameId?: string; isDefault?: boolean } | undefined;
    const frame = this.#frames.get(aux?.frameId ?? '');
    if (frame === undefined) return;
    if (aux?.isDefault === true) this.#worlds.set(context.id, { frame, kind: 'page' });
    else if (context.name === worldName) this.#worlds.set(context.id, { frame, kind: 'preload' });
  }
}

interface FrameFacts {
  readonly id: string;
  readonly parentId: string | undefined;
  readonly url: string;
}
