/** The first argument of Electron's events: `preventDefault` and whatever facts the event carries. */
export class HostEvent {
  defaultPrevented = false;

  preventDefault(): void {
    this.defaultPrevented = true;
  }

  static with<Facts extends object>(facts: Facts): HostEvent & Facts {
    return Object.assign(new HostEvent(), facts);
  }
}
