/** Notes and recordings, in English. */

const two = (number: number): string => String(number).padStart(2, "0");

/** `1:05`, `1:02:05`: hours only where there are some. */
function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

export const captures = {
  clock,
  captures: {
    all: "All notes and recordings",
    open: "Note or recording",
    note: "Note",
    recording: "Recording",
    newNote: "New note",
    record: "Record",
    choose: "Choose a note or a recording, or make one.",
    empty: "No notes or recordings yet. Write a note, or record what is said.",
    earlier: "Show earlier ones",
    noteOf: (time: string) => `Note of ${time}`,
    recordingOf: (time: string) => `Recording of ${time}`,
    write: "Write a note. Its first line becomes its title.",
    saveNote: "Save the note",
    noteMade: "The note is saved.",
    states: { recording: "Recording now", processing: "Being worked through", completed: "", failed: "Failed" },
    phases: {
      recording: "It is being recorded.",
      transcribing: (done: string, total: string) => `Transcribing: ${done} of ${total}`,
      generating: "Its summary is being written.",
    },
    notTranscribed:
      "Not transcribed: this service has no speech recognition. The sound is here, and an operator can choose a speech server under Settings.",
    unheard: "Not transcribed yet.",
    silent: "Nothing was said, or nothing was understood.",
    failed: "It could not be worked through.",
    retry: "Try again",
    transcribe: "Transcribe it now",
    nextAttempt: (time: string) => `It is tried again at ${time}.`,
    summary: "Summary",
    noSummary: "There is no summary.",
    overview: "Overview",
    transcript: "Transcript",
    text: "Text",
    notes: "Notes",
    suggestions: "Suggested todos",
    suggestedHere: "Suggested from notes and recordings",
    accept: "Accept",
    acceptNamed: (title: string) => `Accept: ${title}`,
    dismiss: "Dismiss",
    dismissNamed: (title: string) => `Dismiss: ${title}`,
    accepted: "Accepted",
    dismissed: "Dismissed",
    acceptedNotice: "Accepted",
    openTodo: "Open the todo",
    playAt: (time: string) => `Play ${time}`,
    play: "Play",
    pause: "Pause",
    position: "Position",
    notDrawn: (hasSegments: boolean): string =>
      hasSegments
        ? "Marked is where somebody spoke: how loud it is cannot be drawn from this file."
        : "How loud it is cannot be drawn from this file. It plays all the same.",
    speed: "Speed",
    export: "Export",
    formats: { txt: "Text", markdown: "Everything, as Markdown", vtt: "Subtitles (VTT)", srt: "Subtitles (SRT)" },
    rename: "Rename the speaker",
    renameOf: (speaker: string) => `What is ${speaker} called?`,
    unknownSpeaker: "Somebody",
    edit: "Edit",
    archive: "Archive",
    archived: "Archived",
    fromCapture: "Comes from",
    gone: "This is not there any more.",
  },
  record: {
    title: "Record",
    start: "Start recording",
    stop: "Stop",
    discard: "Discard",
    discardAsk: "Discard this recording? Its sound is removed for good.",
    discarded: "Discarded. What the service has of it is erased once it answers.",
    keep: "Keep recording",
    now: "Recording",
    asking: "Allow the microphone: the browser asks for it.",
    hint: "The sound goes to the service as it is spoken, and stays here until it is on its disk.",
    safe: (time: string) => `Safe on the service up to ${time}`,
    notYetSafe: "Nothing is safe on the service yet.",
    lost: "Connection lost. The recording goes on here.",
    ending: "The rest is on its way to the service.",
    endingAlone: (time: string) => `${time} is on this device alone. Keep this page open until the service answers.`,
    noSound: "No sound arrives. Is the microphone connected, and not muted?",
    gone: "The microphone was unplugged, or is not allowed any more. The recording ended there.",
    quiet: "It has been quiet for 20 seconds. Is it the right microphone?",
    level: "Loudness",
    addNote: "Write a note at this second",
    notes: "Notes",
    refusals: {
      insecure: "Browsers open the microphone on secure addresses alone: https, or localhost.",
      denied: "The microphone was not allowed. Allow it in the settings of this page in the browser.",
      none: "There is no microphone.",
      broken: "The microphone gives no sound. Another program may be using it.",
    },
    tls: {
      title: "How to set up TLS",
      proxy:
        "Whoever runs the service puts a proxy in front of it that has a certificate. With Caddy, which fetches one by itself:",
      address: "The service is started with the address that people use:",
      more: "Other proxies, and what they must let through, are in",
    },
    endedElsewhere: "The service ended the recording. What it has is safe.",
    notTaken: (why: string) => `The service takes no more of this recording. ${why}`,
    save: "Save the rest as a file",
    recovered: "A recording was cut off when its page was closed. What was left here is on the service now.",
  },
} as const;
