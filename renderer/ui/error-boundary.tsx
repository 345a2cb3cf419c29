import { Component, type ErrorInfo, type ReactNode } from 'react';

interface Props {
  readonly instead: () => ReactNode;
  readonly children: ReactNode;
}

/** Replaces a screen after an exception, so that the window is never blank. */
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
