import { cancelPayment, scan } from '../../test/e2e/harness/index.ts';
import { cancelledSale, charge, click, paidSale, partialRefund, ready, shows, type Windows } from './play.ts';
import type { Look } from './tour.ts';

/** The first hour of a cashier, played in the real windows. */
export const cashierChapters = [
  {
    title: 'A sale',
    async play(windows: Windows, look: Look) {
      await ready(windows, look);
      await paidSale(windows, look);
    },
  },
  { title: 'The customer changes their mind', play: cancelledSale },
  { title: 'Training, with the customer played at the till', play: customersApp },
  { title: 'It does not work, and is charged again', play: chargedAgain },
  { title: 'No number by accident', play: noNumberByAccident },
  { title: 'The customer reads another language', play: anotherLanguage },
  { title: 'Money goes back', play: partialRefund },
];

async function customersApp(windows: Windows, look: Look): Promise<void> {
  const { till, display } = windows;
  await click(till, ['5']);
  await charge(windows);
  await click(till, ['Pay as the customer']);
  await look("The customer's app stands in the keypad's place: no phone is needed to practise.", 'customers-app');
  await click(till, ['Scan']);
  await shows(display, 'Scanned');
  await click(till, ['Refuse']);
  await till.getByRole('heading', { name: 'Cancelled' }).waitFor();
  await look('The customer refuses. No money moved.', 'refused');
}

async function chargedAgain(windows: Windows, look: Look): Promise<void> {
  const { till, display } = windows;
  await till.getByRole('button', { name: 'Charge again' }).click();
  await display.getByRole('img', { name: 'Payment QR code' }).waitFor();
  await look('Charge again: the same amount, with a reference of its own.', 'charged-again');
  await click(till, ['Scan']);
  await shows(till, 'Scanned');
  await click(till, ['Bank refuses']);
  await till.getByRole('heading', { name: 'Failed' }).waitFor();
  await look("The customer's bank refuses: what it means, and what to do.", 'bank-refuses');
}

async function noNumberByAccident(windows: Windows, look: Look): Promise<void> {
  const { till } = windows;
  await till.getByRole('button', { name: 'New sale' }).click();
  await till.getByRole('button', { name: 'Charge', exact: true }).waitFor();
  await scan(till, '4006381333931', 'Enter');
  await till.getByText('Scanned: 4006381333931.').waitFor();
  await look('A barcode is scanned: it becomes the reference, never an amount.', 'barcode');
  await till.keyboard.type('3000');
  await till.keyboard.press('Enter');
  await till.getByText('Charge it?').waitFor();
  await look('€ 3.000,00 is more than the shop takes at once: the till asks first.', 'large-amount');
  await till.keyboard.press('Escape');
  await click(till, ['Clear']);
}

async function anotherLanguage(windows: Windows, look: Look): Promise<void> {
  const { till, display } = windows;
  await till.keyboard.type('7,25');
  await charge(windows);
  await display.getByRole('button', { name: 'Français' }).click();
  await display.getByText('Scannez').first().waitFor();
  await look('One touch on the display, and it speaks French; the till stays as it is.', 'french');
  await cancelPayment({ till });
  await till.getByRole('heading', { name: 'Cancelled' }).waitFor();
  await look('The end too is told in the language of the customer.', 'french-end');
  await till.getByRole('button', { name: 'New sale' }).click();
}
