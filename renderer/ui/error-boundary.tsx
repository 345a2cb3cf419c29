import { Component, type ErrorInfo, type ReactNode } from 'react';

interface Props {
  readonly instead: () => ReactNode;
  readonly children: ReactNode;
}

/** The window is never blank after an exception. */
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
