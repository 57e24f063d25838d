/** Who turns speech into text, in English. */
export const speech = {
  speech: {
    title: "Who turns speech into text?",
    text: "Recordings are transcribed by a speech server: on this machine, or at a provider whose key you have. Without one their sound is stored, and can be transcribed later. You can change it at any time under Settings.",
    looking: "Looking for speech servers on this machine…",
    otherHint: "One with /audio/transcriptions: whisper.cpp, Speaches, LocalAI and more.",
    nobody: "Nobody",
    nobodyHint: "Recordings keep their sound, and can be transcribed once there is a server.",
    nameHint: "As the server names it; whisper.cpp takes any name.",
    trying: "Trying it with a second of sound. A server that loads its model first takes a minute…",
    works: "It takes sound, and answers.",
    problems: {
      unreachable: "Nobody answers at this address.",
      key_refused: "The server refused the key.",
      unknown_model:
        "The server does not know the address or the model. whisper.cpp wants to be started with --inference-path /v1/audio/transcriptions.",
      no_speech_server: "What answers at this address is no speech server.",
      too_slow: "The server took more than two minutes for a second of sound.",
      sound_refused: "The server did not take the sound, or failed at it. Its log says why.",
    },
    inUse: (name: string) => `${name} transcribes recordings.`,
    none: "Nobody transcribes recordings; their sound is stored.",
    byEnvironment: "Variables of the environment name the server; it is changed there (DAYSHIFT_TRANSCRIBE_MODEL).",
    earlier: "Recordings that were not transcribed have a button for that where they are shown.",
  },
} as const;
