/** Was der Dienst ablehnt, auf Deutsch: nach dem Code, da seine eigenen Sätze englisch sind. */
import type { ErrorCode } from "../../../schema/errors.ts";

/** Was davor steht, wenn der Satz des Dienstes mehr sagt: welcher Name, welches Feld. */
const prefixes: Partial<Record<ErrorCode, string>> = {
  validation_failed: "So nimmt der Dienst das nicht an",
  payload_too_large: "Das ist zu groß",
  workspace_access_denied: "Das darfst du hier nicht",
  unsupported_media_type: "Dieses Format geht nicht",
  resource_conflict: "Das geht im Moment nicht",
  series_action_required: "Daran hängt ein Zeitplan, der läuft",
  occurrence_required: "Dafür gibt es gerade keinen Termin",
  occurrence_invalid_transition: "Das ist schon zu Ende",
  internal_error: "Der Dienst kann das gerade nicht",
};

const sentences: Partial<Record<ErrorCode, string>> = {
  missing_scope: "Dazu fehlt dir hier das Recht.",
  resource_not_found: "Das gibt es nicht mehr, oder nicht für dich.",
  occurrence_running: "Gerade läuft ein Termin: Ändere das, wenn er zu Ende ist.",
  insufficient_minutes: "Die Minuten sind aufgebraucht: Agenten arbeiten nicht, alles andere geht weiter.",
};

/** Ein Satz; der des Dienstes selbst, wo der Code nicht bekannt ist. */
export function refusal(code: string, message: string): string {
  const prefix = prefixes[code as ErrorCode];
  return prefix === undefined ? (sentences[code as ErrorCode] ?? message) : `${prefix}: „${message}“`;
}
