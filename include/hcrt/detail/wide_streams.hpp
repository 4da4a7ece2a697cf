// std::wcout beside std::cout: glibc gives a stream to the first kind of character that uses it, and what the
// other kind prints is lost. The compiler includes this before sources that name a wide stream.
#ifndef HCRT_DETAIL_WIDE_STREAMS_HPP
#define HCRT_DETAIL_WIDE_STREAMS_HPP

namespace hcrt_wide {

#pragma GCC visibility push(default)
// Makes std::wcout, wcerr and wclog print UTF-8 to the streams of bytes that std::cout and printf use.
int share_streams();
#pragma GCC visibility pop

namespace {
const int shared_streams = share_streams();  // before the source's own objects
}

}  // namespace hcrt_wide
#endif
