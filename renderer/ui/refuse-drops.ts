/** A dropped page, link or file must not replace the till. Text may still be dropped into a field. */
export function refuseDrops(target: Window, took?: (files: readonly File[]) => void): () => void {
  const refuse = (event: DragEvent) => {
    const files = event.dataTransfer?.types.includes('Files') === true;
    if (!files && isField(event.target)) return;
    event.preventDefault();
    if (event.dataTransfer === null) return;
    event.dataTransfer.dropEffect = files && took !== undefined ? 'copy' : 'none';
  };
  const drop = (event: DragEvent) => {
    refuse(event);
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length > 0) took?.(files);
  };
  target.addEventListener('dragover', refuse);
  target.addEventListener('drop', drop);
  return () => {
    target.removeEventListener('dragover', refuse);
    target.removeEventListener('drop', drop);
  };
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
