import type { Page } from '@playwright/test';

/** Drops files onto the page through its event listeners; returns whether the window would have opened the files. */
export function drop(page: Page, ...names: readonly string[]): Promise<boolean> {
  return page.evaluate((given) => {
    const data = new DataTransfer();
    for (const name of given) data.items.add(new File(['{}'], name));
    const dropped = new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
    return document.body.dispatchEvent(dropped);
  }, names);
}
