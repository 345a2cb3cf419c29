import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import { originOf, toApp, toWeb } from './app-address.ts';
import { type Protocol as Cdp, reportUnlessGone, type Session } from './cdp.ts';
import { markDestroyed } from './destroyed.ts';
import { HostEvent } from './host-event.ts';
import { answer, receive, type Sender } from './ipc.ts';
import { nextLoad } from './page-load.ts';
import { binding, openBinding, pageScript, preloadScript, startPage, worldName } from './preload.ts';
import { printedPdf } from './print-to-pdf.ts';
import { listPrinters, print } from './printer.ts';
import { privileged } from './protocol.ts';
import { watchTraffic } from './request-interception.ts';
import { chromium } from './running-host.ts';
import type { HostSession } from './session.ts';
import { decodeClone } from './structured-clone.ts';
import { disposed, FrameTree, type HostFrame, tellUnsent } from './web-frame-main.ts';

type OpenHandler = Parameters<Electron.WebContents['setWindowOpenHandler']>[0];

/** `webContents`: a page of Chromium. The object exists at once; calls wait for the page. */
export class HostWebContents extends EventEmitter {
  readonly id: number;
  readonly session: HostSession;
  readonly #options: ContentsOptions;
  readonly #page: Promise<Page>;
  #opened: Page | undefined;
  #openHandler: OpenHandler | undefined;
  #ownNavigations = 0;
  #crashed = false;
  #destroyed = false;
  #loading = false;
  #zoomLevel = 0;
  #url = '';

  constructor(options: ContentsOptions) {
    super();
    lastId += 1;
    this.id = lastId;
    this.session = options.session;
    this.#options = options;
    this.#page = options.target.then((targetId) => this.#attach(targetId));
    this.#page.catch(reportUnlessGone);
  }

  get mainFrame(): HostFrame | undefined {
    return this.#opened?.frames.main;
  }

  /** As in Electron, a message to a page whose process has ended is lost, with an error on the console. */
  send(channel: string, ...args: unknown[]): void {
    if (this.#crashed) tellUnsent(new Error(disposed));
    else this.mainFrame?.send(channel, ...args);
  }

  loadURL(url: string): Promise<void> {
    const loaded = nextLoad(this, url);
    this.#started(url);
    this.#navigate(url).catch(reportUnlessGone);
    // Electron silences rejections without a handler.
    loaded.catch(() => undefined);
    return loaded;
  }

  getURL(): string {
    return this.#url;
  }

  isCrashed(): boolean {
    return this.#crashed;
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  focus(): void {
    this.page((session) => session.post('Page.bringToFront'));
  }

  forcefullyCrashRenderer(): void {
    this.page((session) => {
      // The crashed page never responds.
      session.send('Page.crash').catch(() => undefined);
    });
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }

  executeJavaScript(code: string): Promise<unknown> {
    return this.#page.then(({ frames }) => {
      if (frames.main === undefined) throw new Error('Render frame was disposed before WebFrameMain could be accessed');
      return frames.evaluate(frames.main, code);
    });
  }

  getZoomFactor(): number {
    return 1.2 ** this.#zoomLevel;
  }

  getZoomLevel(): number {
    return this.#zoomLevel;
  }

  setZoomLevel(level: number): void {
    this.#zoomLevel = level;
    this.emit('host:zoom');
  }

  isDevToolsOpened(): boolean {
    return false;
  }

  print(...[options, callback]: Parameters<Electron.WebContents['print']>): void {
    print(
      this.#page.then(({ session }) => session),
      options,
      callback,
    );
  }

  getPrintersAsync(): Promise<Electron.PrinterInfo[]> {
    return listPrinters();
  }

  async printToPDF(options: Electron.PrintToPDFOptions): Promise<Buffer> {
    return printedPdf((await this.#page).session, options);
  }

  /** For the host: drops files onto the page, near its corner. */
  drop(files: readonly string[]): void {
    this.#page.then(({ session, frames }) => {
      frames.tellDropped(files);
      const data = { items: [], files: [...files], dragOperationsMask: 1 };
      for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
        session.post('Input.dispatchDragEvent', { type, x: 60, y: 60, data });
    }, reportUnlessGone);
  }

  /** For the window: calls `use` with the page's session, as soon as the session exists; never after its end. */
  page(use: (session: Session, targetId: string) => void): void {
    this.#page.then(({ session, targetId }) => {
      if (!this.#destroyed) use(session, targetId);
    }, reportUnlessGone);
  }

  get targetId(): string | undefined {
    return this.#opened?.targetId;
  }

  /** Marks the page as gone or unusable. */
  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.#opened?.frames.clear();
    markDestroyed(this, ['destroy', 'page', 'drop', 'targetId', 'askedToOpen']);
    this.emit('destroyed');
  }

  /** For a page that Chromium opened from this page: calls the handler; the caller closes the page. */
  askedToOpen(details: { readonly url: string; readonly frameName: string; readonly features: string }): void {
    const url = toApp(details.url, privileged);
    const disposition = details.features === '' ? 'foreground-tab' : 'new-window';
    const answered = this.#openHandler?.({
      ...details,
      url,
      disposition,
      referrer: { url: this.#url, policy: 'default' },
    });
    if (answered?.action === 'deny') return;
    process.stderr.write(`host: ${url} was to be opened in a window of its own, which the host never does.\n`);
  }

  async #attach(targetId: string): Promise<Page> {
    const { connection } = chromium;
    const attached = await connection.browser.send('Target.attachToTarget', { targetId, flatten: true });
    const session = connection.session(attached.sessionId);
    const frames = new FrameTree(session, targetId);
    this.#opened = { session, targetId, frames };
    this.#listen(this.#opened);
    session.post('Page.enable');
    session.post('Inspector.enable');
    session.post('Runtime.addBinding', { name: binding, executionContextName: worldName });
    session.post('Runtime.addBinding', { name: openBinding });
    session.post('Page.addScriptToEvaluateOnNewDocument', { source: pageScript() });
    const source = preloadScript(this.#options.preload);
    session.post('Page.addScriptToEvaluateOnNewDocument', { source, worldName });
    watchTraffic(session, {
      mainId: targetId,
      frames,
      protocol: this.session.protocol,
      webRequest: this.session.webRequest,
      emit: (name, event, ...args) => this.emit(name, event, ...args),
      takeOwnNavigation: () => {
        const own = this.#ownNavigations > 0;
        if (own) this.#ownNavigations -= 1;
        return own;
      },
    });
    await session.send('Runtime.enable');
    return this.#opened;
  }

  #listen({ session, frames }: Page): void {
    session.on('Runtime.bindingCalled', (event) => this.#called(event));
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId !== undefined || frame.url.startsWith(startPage)) return;
      this.#crashed = false;
      this.#url = toApp(frame.unreachableUrl ?? frame.url + (frame.urlFragment ?? ''), privileged);
      this.#ownNavigations = 0;
      this.#loading = true;
      if (frame.unreachableUrl === undefined) this.emit('did-navigate', new HostEvent(), this.#url, 200, 'OK');
      else this.emit('did-fail-load', new HostEvent(), -2, 'ERR_FAILED', this.#url, true, 0, 0);
    });
    session.on('Page.navigatedWithinDocument', (event) => {
      if (event.frameId !== this.targetId) return;
      this.#url = toApp(event.url, privileged);
    });
    session.on('Page.loadEventFired', () => {
      this.#loading = false;
      if (this.#url === '' || this.#url === 'about:blank') return;
      this.emit('did-finish-load', new HostEvent());
      this.emit('did-stop-loading', new HostEvent());
    });
    session.on('Page.windowOpen', (event) => {
      this.askedToOpen({ url: event.url, frameName: event.windowName, features: event.windowFeatures.join(',') });
    });
    session.on('Inspector.targetCrashed', () => {
      const wasLoading = this.#loading;
      this.#crashed = true;
      this.#loading = false;
      frames.clear();
      this.emit('render-process-gone', new HostEvent(), crashed);
      if (wasLoading) this.emit('did-stop-loading', new HostEvent());
    });
  }

  #started(url: string): void {
    const facts = { url, isSameDocument: false, isMainFrame: true, frame: this.mainFrame ?? null };
    this.emit('did-start-navigation', HostEvent.with(facts), url, false, true, 0, 0);
  }

  #called(event: Cdp.Runtime.bindingCalledPayload): void {
    const frames = this.#opened?.frames;
    if (this.#destroyed) return;
    if (event.name === openBinding) this.askedToOpen(JSON.parse(event.payload));
    if (event.name !== binding || frames === undefined) return;
    const [kind, id, channel, body] = JSON.parse(event.payload) as [string, number, string, string];
    const context = event.executionContextId;
    const sender: Sender = {
      contents: this,
      frame: frames.ofContext(context),
      reply: (message) => frames.deliver(context, message),
    };
    if (kind === 'invoke') answer(sender, id, channel, body).catch(reportUnlessGone);
    else if (kind === 'send') receive(sender, channel, body);
    else if (kind === 'title')
      this.emit('page-title-updated', new HostEvent(), ...(decodeClone(body) as [string]), true);
    else if (kind === 'preload-error')
      process.stderr.write(`host: preload: ${(decodeClone(body) as [string])[0]}
`);
  }

  async #navigate(url: string): Promise<void> {
    const { session } = await this.#page;
    const web = toWeb(url, privileged);
    await this.session.settlePermissions(this, new URL(web).origin, originOf(url, privileged)).catch(reportUnlessGone);
    if (this.#destroyed) return;
    this.#ownNavigations += /^https?:/.test(web) ? 1 : 0;
    const { errorText } = await session.send('Page.navigate', { url: web });
    // A newer navigation has replaced this navigation and reports its own end.
    if (errorText === undefined || errorText === 'net::ERR_ABORTED') return;
    this.emit('did-fail-load', new HostEvent(), -2, errorText.replace('net::', ''), url, true, 0, 0);
  }
}

export interface ContentsOptions {
  readonly target: Promise<string>;
  readonly session: HostSession;
  readonly preload: string | undefined;
}

interface Page {
  readonly session: Session;
  readonly targetId: string;
  readonly frames: FrameTree;
}

/** Linux reports a deliberately ended page like a crash. */
const crashed: Electron.RenderProcessGoneDetails = { reason: 'crashed', exitCode: 5 };

let lastId = 0;
