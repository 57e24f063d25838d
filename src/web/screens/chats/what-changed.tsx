/** At the end of a chat: how much it changed, with the way to look at it and to take it back. */
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../../parts/icons.tsx";
import { lazy } from "../../parts/lazy.tsx";
import { useStore } from "../../parts/use.ts";
import { words } from "../../words/index.ts";
import type { HistoryProps } from "../history/sheet.tsx";

const HistorySheet = lazy<HistoryProps>(async () => (await import("../history/sheet.tsx")).HistorySheet);

export function WhatChanged({ chatId, version }: { readonly chatId: string; readonly version: string }) {
  const { client } = useStore();
  const [count, setCount] = useState(0);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    client.listRecordChanges({ chatId, limit: 100 }).then(
      ({ data }) => setCount(data.length),
      () => setCount(0),
    );
  }, [chatId, version, isOpen]);
  if (count === 0) return null;
  return (
    <>
      <button type="button" className="outlined what-changed" onClick={() => setOpen(true)}>
        <Icon name="undo" /> {words.history.look(count)}
      </button>
      {isOpen && <HistorySheet title={words.history.ofChat} of={{ chatId }} onClose={() => setOpen(false)} />}
    </>
  );
}
