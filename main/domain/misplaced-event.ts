/** An event about a sale or a refund that cannot happen to it as it is, or that has not begun: a fault of ours. */
export class MisplacedEvent extends Error {
  override readonly name = 'MisplacedEvent';

  constructor(type: string, id: string) {
    super(`${type} cannot happen to ${id} as it is`);
  }
}
