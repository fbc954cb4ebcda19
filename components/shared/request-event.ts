/** A person asks for something. Cancelable: `preventDefault()` means that the host does it itself. */
export abstract class RequestEvent extends Event {
  constructor(type: string) {
    super(type, { bubbles: true, composed: true, cancelable: true });
  }
}
