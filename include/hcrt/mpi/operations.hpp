// What the bodies of hc_mpi.hpp share: tags, types, operations, messages, functions that bytes are lent to.
#ifndef HCRT_MPI_OPERATIONS_HPP
#define HCRT_MPI_OPERATIONS_HPP

#include <climits>

namespace hcrt {
namespace mpi {

constexpr int most_tags = 4095, halo_tag = 4095;  // the last one is the exchanges'

/// What a rank gives a neighbour and has from it: rows of a piece of a distributed_array, by their numbers.
struct Side {
  int peer;
  std::size_t piece;
  int out, in;
};

inline void check_tag(int tag) {
  if (tag < 0 || tag >= most_tags) fail("a tag is from 0 to " + std::to_string(most_tags - 1));
}

template <class T>
struct Number;  // allreduce takes numbers that MPI and NCCL have
#define HCRT_MPI_NUMBER(type, mpi, nccl)              \
  template <>                                         \
  struct Number<type> {                               \
    static MPI_Datatype get() { return mpi; }         \
    static constexpr int nccl_type() { return nccl; } \
  };
HCRT_MPI_NUMBER(signed char, MPI_SIGNED_CHAR, 0)
HCRT_MPI_NUMBER(unsigned char, MPI_UNSIGNED_CHAR, 1)
HCRT_MPI_NUMBER(int, MPI_INT, 2)
HCRT_MPI_NUMBER(unsigned, MPI_UNSIGNED, 3)
HCRT_MPI_NUMBER(long, MPI_LONG, 4)
HCRT_MPI_NUMBER(unsigned long, MPI_UNSIGNED_LONG, 5)
HCRT_MPI_NUMBER(long long, MPI_LONG_LONG, 4)
HCRT_MPI_NUMBER(unsigned long long, MPI_UNSIGNED_LONG_LONG, 5)
HCRT_MPI_NUMBER(float, MPI_FLOAT, 7)
HCRT_MPI_NUMBER(double, MPI_DOUBLE, 8)
#undef HCRT_MPI_NUMBER

inline MPI_Op operation(hc::mpi::op how) {
  return how == hc::mpi::op::sum       ? MPI_SUM
         : how == hc::mpi::op::product ? MPI_PROD
         : how == hc::mpi::op::minimum ? MPI_MIN
                                       : MPI_MAX;
}
inline int nccl_operation(hc::mpi::op how) {
  return how == hc::mpi::op::sum ? 0 : how == hc::mpi::op::product ? 1 : how == hc::mpi::op::minimum ? 3 : 2;
}

/// A function that is given the address of bytes that are lent; and the ticket of its operation.
template <class Function>
class Lent final : public Action {
 public:
  Lent(const std::shared_ptr<Link>& link, std::size_t offset, const Function& function)
      : ticket_(link), offset_(offset), function_(function) {}
  void run() override { function_(ticket_.link(), static_cast<char*>(base) + offset_); }

  void* base = nullptr;

 private:
  Link::Ticket ticket_;
  const std::size_t offset_;
  Function function_;
};

template <class Function>
Lent<Function>* new_lent(const std::shared_ptr<Link>& link, std::size_t offset, const Function& function) {
  return new Lent<Function>(link, offset, function);
}

/// Bytes as MPI counts them: elements of one type, so that more than 2 GiB go in one message.
class Elements {
 public:
  Elements(std::size_t bytes, std::size_t element) : count_(bytes / element) {
    if (count_ > INT_MAX) fail("a message has more than 2^31 - 1 elements");
    MPI_Type_contiguous(static_cast<int>(element), MPI_BYTE, &type_);
    MPI_Type_commit(&type_);
  }
  ~Elements() { MPI_Type_free(&type_); }
  Elements(const Elements&) = delete;
  Elements& operator=(const Elements&) = delete;
  int count() const { return static_cast<int>(count_); }
  MPI_Datatype type() const { return type_; }

 private:
  std::size_t count_;
  MPI_Datatype type_;
};

inline void send(Link& link, const void* from, std::size_t bytes, std::size_t element, int to, int tag) {
  const Elements elements(bytes, element);
  link.run("MPI send", to, [&](MPI_Request* request) {
    return MPI_Isend(from, elements.count(), elements.type(), to, tag, link.native(), request);
  });
}

inline void receive(Link& link, void* into, std::size_t bytes, std::size_t element, int from, int tag) {
  const Elements elements(bytes, element);
  MPI_Status status = link.run("MPI receive", from, [&](MPI_Request* request) {
    return MPI_Irecv(into, elements.count(), elements.type(), from, tag, link.native(), request);
  });
  int found = 0;
  MPI_Get_count(&status, elements.type(), &found);
  if (found != elements.count())
    fail("MPI receive with rank " + std::to_string(from) + " on rank " + std::to_string(link.rank()) +
         ": the ranks disagree on the size: it sent " +
         (found == MPI_UNDEFINED ? "other elements" : std::to_string(found * element) + " bytes") + ", not " +
         std::to_string(bytes));
}

}  // namespace mpi
}  // namespace hcrt
#endif
