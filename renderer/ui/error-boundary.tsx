import { Component, type ErrorInfo, type ReactNode } from 'react';

interface Props {
  /** What to show instead of the broken screen. */
  readonly instead: () => ReactNode;
  readonly children: ReactNode;
}

/** A fault in a screen never leaves it blank: it says what state the sale is in, and how to go on. */
export class ErrorBoundary extends Component<Props, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { readonly broken: boolean } {
    return { broken: true };
  }

  override componentDidCatch(fault: Error, info: ErrorInfo): void {
    console.error('A screen broke', fault, info.componentStack);
  }

  override render(): ReactNode {
    return this.state.broken ? this.props.instead() : this.props.children;
  }
}
