/** Pastes into a field what the clipboard would hold. */
import type { Locator } from "playwright-core";

export async function paste(field: Locator, text: string): Promise<void> {
  await field.focus();
  await field.page().evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", ${JSON.stringify(text)});
    document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }`);
}
