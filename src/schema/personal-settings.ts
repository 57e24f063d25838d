/** What a person sets for every browser of theirs. */
import * as v from "valibot";
import { timezone } from "./common.ts";

export const locale = v.picklist(["en", "de"]);
export const theme = v.picklist(["light", "dark"]);

/** As they are shown. */
export const personalSettings = {
  locale: v.pipe(v.nullable(locale), v.description("The language of the app; null: as the browser has it.")),
  timezone: v.pipe(
    v.nullable(v.string()),
    v.description("The zone in which days begin and times are shown; null: that of the device."),
  ),
  theme: v.pipe(v.nullable(theme), v.description("Null: as the system has it.")),
  singleKeys: v.pipe(
    v.nullable(v.boolean()),
    v.description("Whether keys of one letter do something in the app; null where nobody has said: they do."),
  ),
};

/** As they are changed. */
export const personalSettingsUpdate = {
  locale: v.optional(personalSettings.locale),
  timezone: v.optional(
    v.pipe(v.nullable(timezone), v.description("An IANA name, such as Europe/Berlin; null: that of the device.")),
  ),
  theme: v.optional(personalSettings.theme),
  singleKeys: v.optional(personalSettings.singleKeys),
};

const all = v.object(personalSettings);
export type PersonalSettings = Readonly<v.InferOutput<typeof all>>;
