/** First argument of Electron's events: `preventDefault` and the facts of the event. */
export class HostEvent {
  defaultPrevented = false;

  preventDefault(): void {
    this.defaultPrevented = true;
  }

  static with<Facts extends object>(facts: Facts): HostEvent & Facts {
    return Object.assign(new HostEvent(), facts);
  }
}
