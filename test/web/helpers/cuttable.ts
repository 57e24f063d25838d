/** For `addInitScript`: from `cut` to `mend` the service refuses connections that send sound. */
export const cuttable = `{
  const sockets = [];
  let isCut = false;
  window.cut = () => {
    isCut = true;
    for (const one of sockets) one.close();
  };
  window.mend = () => (isCut = false);
  WebSocket = class extends WebSocket {
    constructor(url, protocols) {
      const isSound = String(url).endsWith("/audio");
      super(url, isSound && isCut ? [protocols[0], "dayshift.token.none"] : protocols);
      if (isSound) sockets.push(this);
    }
  };
}`;
