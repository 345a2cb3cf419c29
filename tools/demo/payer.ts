/**
 * Acts as the customer on the sandbox's payer page behind the QR code: `scan`, `confirm`, `refuse` or `walk-away`. The
 * code of a POS leads to its newest payment. Throws when the page is missing.
 */
export async function playPayer(deeplink: string, act: 'scan' | 'confirm' | 'refuse' | 'walk-away'): Promise<void> {
  const page = await fetch(deeplink);
  if (!page.ok) throw new Error(`The payer's page ${deeplink} answers ${page.status}.`);
  const answer = await fetch(`${page.url}/${act}`, { method: 'POST' });
  if (!answer.ok) throw new Error(`The payer's page answers ${answer.status} to ${act}.`);
}
