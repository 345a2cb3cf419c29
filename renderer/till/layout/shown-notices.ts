import { SKEW_CORRECTED_UP_TO_MS, SKEW_SHOWN_FROM_MS } from '../../../preload/contract/limits.ts';
import type { Notice, TillSnapshot } from '../../../preload/contract/views.ts';
import { isRunning } from '../../ui/sale-stage.tsx';

/** Shown once in every view. */
export const OFFLINE = 'service.offline';

const weights: Readonly<Record<Notice['severity'], number>> = { alarm: 0, warning: 1, info: 2 };

/** Most urgent first. Some derive from the snapshot, unless main already sends a notice with the same code. */
export function shownNotices(till: TillSnapshot): readonly Notice[] {
  const sent = till.notices.filter((notice) => notice.action !== 'acknowledge');
  const known = new Set(till.notices.flatMap((notice) => [notice.id, notice.code]));
  const derived = derivedNotices(till).filter((notice) => !known.has(notice.code));
  // Among equally urgent notices, payments come before the machine.
  const aboutSales = sent.filter(({ code }) => code.startsWith('sale.'));
  const others = sent.filter(({ code }) => !code.startsWith('sale.'));
  return [...aboutSales, ...derived, ...others].sort((one, other) => weights[one.severity] - weights[other.severity]);
}

function isOpen({ sale }: TillSnapshot): boolean {
  return sale !== null && (isRunning(sale.stage) || sale.stage === 'unknown');
}

function derivedNotices(till: TillSnapshot): readonly Notice[] {
  const notices: Notice[] = [];
  const { terminal, service, recovery } = till;
  // A known reason, such as a proxy that requires a password, replaces the offline notice.
  const hasReason = till.notices.some(({ code }) => code.startsWith('network.'));
  if (service.state === 'offline' && !hasReason)
    notices.push({ id: OFFLINE, code: isOpen(till) ? 'service.offline.sale' : OFFLINE, severity: 'warning' });
  const hasKeychainNotice = till.notices.some(({ code }) => code.startsWith('keychain.'));
  // In training the key is in memory, which is no problem for the cashier.
  if (terminal.keychain !== 'ok' && terminal.keychain !== 'memory' && !hasKeychainNotice)
    notices.push({
      id: `keychain.${terminal.keychain}`,
      code: `keychain.${terminal.keychain}`,
      severity: terminal.mode === 'training' ? 'info' : 'warning',
    });
  if (till.display === 'closed')
    notices.push({ id: 'display.closed', code: 'display.closed', severity: 'warning', action: 'open-display' });
  if (Math.abs(service.skewMs) > SKEW_CORRECTED_UP_TO_MS)
    notices.push({
      id: 'clock.wrong',
      code: 'clock.wrong',
      severity: 'alarm',
      values: { minutes: Math.round(Math.abs(service.skewMs) / 60_000) },
    });
  else if (Math.abs(service.skewMs) > SKEW_SHOWN_FROM_MS)
    notices.push({
      id: 'clock.skew',
      code: 'clock.skew',
      severity: 'warning',
      values: { seconds: Math.round(Math.abs(service.skewMs) / 1000) },
    });
  if (recovery.running)
    notices.push({
      id: 'recovery.running',
      code: 'recovery.running',
      severity: 'info',
      values: { open: recovery.open, resolved: recovery.resolved },
    });
  return notices;
}
